// The tables of the service.

/** Grows with every change of the tables. */
export const schemaVersion = 3;

const codeTables = `CREATE TABLE code_packs (                   -- a row for each code would take a million of them ten times as long to store
  first_id INTEGER PRIMARY KEY,             -- the id of its first code; each of the others has the next one
  event_id INTEGER NOT NULL REFERENCES events,
  item_id INTEGER NOT NULL REFERENCES items,
  count INTEGER NOT NULL,                   -- of the codes that were not deleted
  codes TEXT NOT NULL,                      -- a JSON array, with null for a deleted one; a code is there once in an event
  used TEXT NOT NULL DEFAULT ''             -- a 1 for each used code, a 0 for each other; those that are missing are not used
);
CREATE INDEX code_packs_by_event ON code_packs (event_id, first_id);
CREATE INDEX code_packs_by_item ON code_packs (item_id, first_id);
CREATE VIEW item_codes AS
  SELECT first_id + key AS id, first_id, event_id, item_id, value AS code, substr(used, key + 1, 1) = '1' AS used
  FROM code_packs JOIN json_each(codes) WHERE value IS NOT NULL;`;

export const schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  link TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  type TEXT NOT NULL,                       -- what kind of show: festival, play, concert, match, course, party…
  category TEXT NOT NULL,
  status TEXT NOT NULL,                     -- published, private, draft
  sale_enabled INTEGER NOT NULL,
  poster TEXT NOT NULL,
  featured INTEGER NOT NULL,                -- position among the featured, 0 for none
  section TEXT,                             -- the home section that shows it
  producer_id INTEGER NOT NULL,
  timezone TEXT NOT NULL,
  venue_id INTEGER NOT NULL,
  venue_name TEXT NOT NULL,
  street TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  country TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  attributes TEXT NOT NULL                  -- one JSON object of snake_case keys
);
CREATE INDEX events_by_category ON events (category, id);
CREATE INDEX events_by_feature ON events (featured) WHERE featured > 0;
CREATE INDEX events_by_section ON events (section, id) WHERE section IS NOT NULL;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES events,
  starts_at TEXT NOT NULL,                  -- YYYY-MM-DD HH:MM:SS, wall clock of the event's zone
  status TEXT NOT NULL                      -- available, notstarted, soldout, finished, unavailable
);
CREATE INDEX sessions_by_event ON sessions (event_id, starts_at, id);

CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  event_id INTEGER REFERENCES events,
  parent_id INTEGER REFERENCES items,
  type TEXT NOT NULL DEFAULT 'Ticket',      -- Ticket, Group
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  quantity INTEGER NOT NULL DEFAULT 0,
  hidden INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL DEFAULT 0,
  archived INTEGER NOT NULL DEFAULT 0,
  price INTEGER,                            -- cents; the three are null until values are created
  fee_sale INTEGER,
  fee_producer INTEGER,
  tax_distribution REAL NOT NULL DEFAULT 100,
  data TEXT NOT NULL DEFAULT '{}'           -- whatever else a client wrote
);
CREATE INDEX items_by_event ON items (event_id, archived, id);
CREATE INDEX items_by_parent ON items (parent_id, position, id);

CREATE TABLE item_sessions (
  item_id INTEGER NOT NULL REFERENCES items,
  session_id INTEGER NOT NULL REFERENCES sessions,
  PRIMARY KEY (item_id, session_id)
) WITHOUT ROWID;
CREATE INDEX item_sessions_by_session ON item_sessions (session_id, item_id);

CREATE TABLE item_attributes (
  item_id INTEGER NOT NULL REFERENCES items,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  type TEXT NOT NULL,
  PRIMARY KEY (item_id, key)
) WITHOUT ROWID;

CREATE TABLE sale_periods (
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES items,
  app_category_id INTEGER NOT NULL,
  start TEXT NOT NULL,
  finish TEXT NOT NULL,
  available INTEGER NOT NULL,
  UNIQUE (item_id, app_category_id)
);

CREATE TABLE triggers (
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES items,
  kind TEXT NOT NULL,                       -- soldout, start: when it fires
  target_id INTEGER NOT NULL REFERENCES items  -- the item that it opens
);
CREATE INDEX triggers_by_item ON triggers (item_id);

CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES events,
  passkey TEXT NOT NULL,
  start TEXT,
  finish TEXT,
  usage_limit INTEGER,
  used INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'approved',  -- approved, cancelled
  UNIQUE (event_id, passkey)
);

CREATE TABLE passkey_items (
  passkey_id INTEGER NOT NULL REFERENCES passkeys ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES items,
  PRIMARY KEY (passkey_id, item_id)
) WITHOUT ROWID;

${codeTables}

CREATE TABLE crew (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES events,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL
);
CREATE INDEX crew_by_event ON crew (event_id, id);

CREATE TABLE sales (                        -- one row a ticket sold
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES events,
  session_id INTEGER NOT NULL REFERENCES sessions,
  item_id INTEGER NOT NULL REFERENCES items,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  code TEXT NOT NULL,
  channel TEXT NOT NULL,                    -- web, app, box office
  price INTEGER NOT NULL,                   -- cents
  fee_sale INTEGER NOT NULL,
  fee_producer INTEGER NOT NULL,
  status TEXT NOT NULL,                     -- approved, pending, cancelled
  sold_at TEXT NOT NULL,
  checked_at TEXT                           -- when it was let in
);
CREATE INDEX sales_by_event ON sales (event_id, session_id, id);
CREATE INDEX sales_by_item ON sales (item_id);

CREATE TABLE exports (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL REFERENCES events,
  type TEXT NOT NULL,
  format TEXT NOT NULL,
  filters TEXT NOT NULL,
  requested_by TEXT NOT NULL,
  requested_at TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,                 -- what the download link knows
  ready INTEGER NOT NULL DEFAULT 0
);
`;

/** Packs the codes of an earlier version, under the ids that they have. */
const packFormerCodes = `
${codeTables}
INSERT INTO code_packs
  SELECT min(id), event_id, item_id, count(*), json_group_array(code ORDER BY id), group_concat(used, '' ORDER BY id) FROM (
    SELECT *, row_number() OVER (PARTITION BY event_id, item_id ORDER BY id) AS place FROM former_codes
  ) GROUP BY event_id, item_id, id - place, id / 1000;
DROP TABLE former_codes;
`;

/** By version: what makes the newest tables from its own. */
export const migrations: Readonly<Record<number, string>> = {
  // A row for each code.
  1: `ALTER TABLE codes RENAME TO former_codes; ${packFormerCodes}`,
  // The same, and ranges of them.
  2: `
CREATE TABLE former_codes AS SELECT id, event_id, item_id, code, used FROM item_codes;
DROP VIEW item_codes; DROP TABLE codes; DROP TABLE code_runs;
${packFormerCodes}`,
};
