-- A purchase writes its row four times. With room on the row's own page, a write that changes no indexed column leaves
-- the indexes alone, and what a page holds of older versions makes room for the next. Only pages written from here on
-- are laid out so; the statement neither rewrites the table nor holds up readers or writers.
ALTER TABLE "intents" SET (fillfactor = 70);
