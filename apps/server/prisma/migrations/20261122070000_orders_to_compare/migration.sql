-- AlterTable
ALTER TABLE "intents" ADD COLUMN     "mustCompareOrder" BOOLEAN NOT NULL DEFAULT false;
