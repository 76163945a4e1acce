-- Two database roles: one owns the tables and migrates, the other, for the service's processes, reads and writes rows.
-- Run this as an administrator, in the database of the service:
--   psql -v owner_password=... -v service_password=... -f deploy/roles.sql "$ADMIN_DATABASE_URL"
-- If tables exist already, their role stays the owner: use its name instead of procurement_owner, and omit its CREATE.
CREATE ROLE procurement_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE procurement_service LOGIN PASSWORD :'service_password';

-- The owner creates the queue's separate schema.
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO procurement_owner', current_database()); END $$;
GRANT USAGE, CREATE ON SCHEMA public TO procurement_owner;
GRANT USAGE ON SCHEMA public TO procurement_service;

-- Objects that the owner creates from now on.
ALTER DEFAULT PRIVILEGES FOR ROLE procurement_owner GRANT USAGE ON SCHEMAS TO procurement_service;
ALTER DEFAULT PRIVILEGES FOR ROLE procurement_owner
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO procurement_service;
ALTER DEFAULT PRIVILEGES FOR ROLE procurement_owner GRANT USAGE, SELECT ON SEQUENCES TO procurement_service;

-- Existing objects.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT nspname FROM pg_namespace WHERE nspname IN ('public', 'pgboss') LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO procurement_service', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO procurement_service', name);
    EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO procurement_service', name);
  END LOOP;
END $$;
