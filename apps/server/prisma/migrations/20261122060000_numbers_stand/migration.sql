-- A number that stands on a row when a purchase begins is the one under which the platform may know its order: a claim
-- never makes another one, whichever release it is of. Later only the number that an order was found under replaces it.
CREATE FUNCTION "keep_number"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."placementToken" := OLD."placementToken";
  RETURN NEW;
END $$;

CREATE TRIGGER "intents_number_stands" BEFORE UPDATE OF "placementToken" ON "intents" FOR EACH ROW
WHEN (OLD."status" = 'SUBMITTED' AND NEW."status" = 'PROCESSING' AND OLD."placementToken" IS NOT NULL
  AND NEW."placementToken" IS DISTINCT FROM OLD."placementToken")
EXECUTE FUNCTION "keep_number"();
