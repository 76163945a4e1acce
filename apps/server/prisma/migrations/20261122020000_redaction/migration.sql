-- When the personal data of an intent was overwritten, and when the person asked for it.
ALTER TABLE "intents" ADD COLUMN     "redactRequestedAt" TIMESTAMPTZ(3),
ADD COLUMN     "redactedAt" TIMESTAMPTZ(3);
