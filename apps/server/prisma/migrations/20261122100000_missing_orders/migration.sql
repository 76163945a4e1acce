-- AlterTable
ALTER TABLE "intents" ADD COLUMN     "orderMissingAt" TIMESTAMPTZ(3),
ADD COLUMN     "missingReportedAt" TIMESTAMPTZ(3);
