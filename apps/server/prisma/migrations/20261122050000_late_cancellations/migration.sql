-- AlterTable
ALTER TABLE "order_lookups" ADD COLUMN     "cancelRequestedOrderId" TEXT;
