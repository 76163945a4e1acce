-- AlterTable
ALTER TABLE "intents" ADD COLUMN     "cancelSentOrderId" TEXT;
