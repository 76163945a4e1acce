-- AlterTable
ALTER TABLE "intents" ADD COLUMN     "reconcileStep" INTEGER,
ADD COLUMN     "resendAt" TIMESTAMPTZ(3);
