-- AlterTable
ALTER TABLE "order_feeds" ADD COLUMN     "passBegunAt" TIMESTAMPTZ(3);
