-- AlterTable
ALTER TABLE "intents" ADD COLUMN     "foundOrderId" TEXT,
ADD COLUMN     "isSentCancelRefused" BOOLEAN NOT NULL DEFAULT false;
