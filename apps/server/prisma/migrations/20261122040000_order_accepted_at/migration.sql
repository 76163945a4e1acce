-- AlterTable
ALTER TABLE "intents" ADD COLUMN     "orderAcceptedAt" TIMESTAMPTZ(3);
