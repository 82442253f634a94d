import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { openDatabase, type Database, type SqlRow } from '../../../src/service/database.ts';
import { fillWithSample } from '../../../src/service/sample/index.ts';

const today = '2026-03-02';
const tables = [
  ...['meta', 'events', 'sessions', 'items', 'item_sessions', 'item_attributes', 'sale_periods', 'triggers'],
  ...['passkeys', 'passkey_items', 'code_packs', 'crew', 'sales'],
];
/** The approved sales of the item i. */
const approved = "(SELECT count(*) FROM sales s WHERE s.item_id = i.id AND s.status = 'approved')";
const available = '(SELECT sum(available) FROM sale_periods p WHERE p.item_id = i.id)';
const tickets = "items i WHERE i.type = 'Ticket'";

async function sample(options: Parameters<typeof fillWithSample>[1]): Promise<Database> {
  const database = await openDatabase(undefined);
  fillWithSample(database, { today, ...options });
  return database;
}

/** A fingerprint of each table: thousands of rows that differ would take minutes to print. */
function dump(database: Database): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, fingerprint(database.all(`SELECT * FROM ${table} ORDER BY 1, 2`))]));
}

function fingerprint(rows: SqlRow[]): string {
  return `${rows.length} rows, ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`;
}

describe('the sample', function () {
  this.timeout(20_000);
  let database: Database;
  const count = (from: string, ...values: (string | number)[]): number =>
    Number(database.get(`SELECT count(*) AS count FROM ${from}`, ...values)?.count);
  const texts = (sql: string): string[] => database.all(sql).map((row) => String(Object.values(row)[0]));
  const none = (from: string): void => assert.deepEqual(database.all(`SELECT * FROM ${from} LIMIT 3`), []);
  const some = (from: string, least = 1): void => assert.ok(count(from) >= least, `fewer than ${least}: ${from}`);

  before(async () => {
    database = await sample({});
  });
  after(() => database.close());

  describe('is made of its options alone', () => {
    it('the same ones give the same rows', async () => {
      const again = await sample({});
      assert.deepEqual(dump(again), dump(database));
      again.close();
    });

    for (const other of [{ seed: 2 }, { today: '2026-03-03' }]) {
      it(`${JSON.stringify(other)} gives others, in every table that has any chance in it`, async () => {
        const changed = await sample(other);
        const [mine, theirs] = [dump(database), dump(changed)];
        // Events, codes and crew have nothing to do with the day.
        for (const table of ['sale_periods', 'passkeys', 'sales', ...(other.seed ? ['events', 'code_packs', 'crew'] : [])]) {
          assert.notEqual(theirs[table], mine[table], table);
        }
        changed.close();
      });
    }

    it('another day changes days and figures, never a name, a code or who has it', async () => {
      const lasting = ['SELECT id, event_id, parent_id, type, description, price, hidden FROM items'];
      lasting.push('SELECT id, item_id, code FROM item_codes', 'SELECT * FROM events', 'SELECT * FROM crew');
      lasting.push('SELECT * FROM passkey_items ORDER BY 1, 2', 'SELECT * FROM item_attributes ORDER BY 1, 2');
      for (const day of ['2026-03-03', '2026-03-08', '2026-06-30', '2027-01-01']) {
        const changed = await sample({ today: day });
        for (const sql of lasting) assert.equal(fingerprint(changed.all(sql)), fingerprint(database.all(sql)), `${day}: ${sql}`);
        changed.close();
      }
    });

    it('they are written down', async () => {
      const own = await sample({ seed: 7, scale: 0.5 });
      const rows = own.all('SELECT name, value FROM meta ORDER BY name').map((row) => ({ ...row }));
      const expected = [
        { name: 'scale', value: '0.5' },
        { name: 'seed', value: '7' },
        { name: 'today', value: today },
      ];
      assert.deepEqual(rows, expected);
      own.close();
    });

    it('today is the current day when it is not given', async () => {
      const own = await openDatabase(undefined);
      const day = (): string => new Date().toISOString().slice(0, 10);
      const earliest = day();
      fillWithSample(own, {});
      const chosen = String(own.get("SELECT value FROM meta WHERE name = 'today'")?.value);
      assert.ok(chosen >= earliest && chosen <= day(), chosen);
      own.close();
    });

    for (const wrong of [{ today: '2026-02-30' }, { today: '2/3/2026' }, { scale: 0 }, { scale: -1 }]) {
      it(`${JSON.stringify(wrong)} is refused and leaves nothing behind`, async () => {
        const own = await openDatabase(undefined);
        assert.throws(() => fillWithSample(own, wrong), /is not a day|would hold no events/);
        for (const table of tables) assert.deepEqual(own.all(`SELECT * FROM ${table} LIMIT 1`), [], table);
        own.close();
      });
    }

    it('a database that holds one of its events already stays as it was', async () => {
      const own = await sample({});
      for (const table of tables.filter((name) => name !== 'events').reverse()) {
        // Groups go after the tickets in them.
        if (table === 'items') own.run('DELETE FROM items WHERE parent_id IS NOT NULL');
        own.run(`DELETE FROM ${table}`);
      }
      own.run("DELETE FROM events WHERE link != 'baile-do-galpao'");
      const before = dump(own);
      assert.throws(() => fillWithSample(own, { today }), /UNIQUE/);
      assert.deepEqual(dump(own), before);
      own.close();
    });
  });

  describe('scale 3', () => {
    let bigger: Database;
    before(async () => {
      bigger = await sample({ scale: 3 });
    });
    after(() => bigger.close());
    const figure = (sql: string): number => Number(Object.values(bigger.get(sql) ?? {})[0]);

    it('has three times the events and codes, each with a link of its own', () => {
      assert.equal(figure('SELECT count(DISTINCT link) FROM events'), 120);
      assert.equal(figure('SELECT count(*) FROM item_codes'), 12_000);
      for (const { link } of bigger.all('SELECT link FROM events')) assert.match(String(link), /^[a-z0-9]+(-[a-z0-9]+)*$/);
    });

    it('starts with the same forty, sales and all', () => {
      for (const table of ['events', 'sessions', 'items', 'passkeys', 'item_codes', 'crew', 'sales']) {
        const sql = `SELECT * FROM ${table} ORDER BY id LIMIT ${count(table)}`;
        assert.equal(fingerprint(bigger.all(sql)), fingerprint(database.all(sql)), table);
      }
    });

    it('sells at most 20 tickets of each further event, and some', () => {
      const most = 'SELECT max(n) FROM (SELECT count(*) AS n FROM sales WHERE event_id > 1040 GROUP BY event_id)';
      assert.ok(figure(most) > 10 && figure(most) <= 20, String(figure(most)));
    });

    it('keeps what is left and the references right', () => {
      const wrong = `SELECT count(*) FROM ${tickets} AND (${available} != i.quantity - ${approved} OR ${available} < 0)`;
      assert.equal(figure(wrong), 0);
      assert.deepEqual(bigger.all('PRAGMA foreign_key_check'), []);
    });
  });

  describe('events', () => {
    it('are 40 in 6 categories whose names go into a path', () => {
      assert.equal(count('events'), 40);
      const categories = texts('SELECT DISTINCT category FROM events ORDER BY 1');
      assert.deepEqual(categories, ['concerts', 'courses', 'festivals', 'parties', 'sports', 'theatre']);
      for (const link of texts('SELECT link FROM events')) assert.match(link, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    });

    it('are past, today and to come', () => {
      some(`sessions WHERE starts_at < '${today}'`, 20);
      some(`sessions WHERE substr(starts_at, 1, 10) = '${today}'`, 3);
      some(`sessions WHERE starts_at >= '2026-03-03'`, 20);
    });

    it('have names in many scripts, long ones and ones that break careless code', () => {
      const titles = texts('SELECT title FROM events');
      const scripts = ['Cyrillic', 'Greek', 'Han', 'Hiragana', 'Arabic', 'Hebrew'].map((name) => `\\p{Script=${name}}`);
      for (const pattern of [...scripts, '\\p{Extended_Pictographic}\\u200d', '[ãéç]', '"', "'", '&', '<b>', '%', '\\\\', '^=']) {
        const expression = new RegExp(pattern, 'u');
        assert.ok(
          titles.some((title) => expression.test(title)),
          pattern,
        );
      }
      assert.ok(Math.max(...titles.map((title) => title.length)) > 250);
    });

    it('include the three days of the Festival da Primavera, from a Friday on', () => {
      const sql = `SELECT starts_at FROM sessions s JOIN events e ON e.id = s.event_id
        WHERE e.title = 'Festival da Primavera' AND e.city = 'São Paulo' ORDER BY starts_at`;
      assert.deepEqual(texts(sql), ['2026-03-20 18:00:00', '2026-03-21 14:00:00', '2026-03-22 14:00:00']);
    });

    it('include seasons, drafts, private ones and ones closed for sale', () => {
      some("events e WHERE category = 'theatre' AND (SELECT count(*) FROM sessions WHERE event_id = e.id) >= 12", 3);
      some("events WHERE status = 'draft' AND sale_enabled = 0", 2);
      some("events WHERE status = 'private'", 2);
      none("events WHERE status NOT IN ('published', 'private', 'draft')");
      none("sales JOIN events e ON e.id = event_id WHERE e.status = 'draft'");
    });

    it('are featured at 8 places and shown in 4 sections, none of them a draft', () => {
      assert.deepEqual(texts('SELECT featured FROM events WHERE featured > 0 ORDER BY 1'), [
        '1',
        '2',
        '3',
        '4',
        '5',
        '6',
        '7',
        '8',
      ]);
      const sections = texts('SELECT DISTINCT section FROM events WHERE section IS NOT NULL ORDER BY 1');
      assert.deepEqual(sections, ['Destaques', 'Em cartaz', 'Fim de semana', 'Grátis']);
      none("events WHERE (featured > 0 OR section IS NOT NULL) AND status != 'published'");
    });

    it('have attributes, one object of snake_case keys', () => {
      for (const text of texts('SELECT attributes FROM events')) {
        const attributes = JSON.parse(text) as Record<string, unknown>;
        for (const key of Object.keys(attributes)) assert.match(key, /^[a-z]+(_[a-z]+)*$/);
        for (const key of ['age_rating', 'has_parking', 'accessibility', 'organizer_name']) assert.ok(key in attributes, key);
      }
    });

    it('are mostly in Brazil, at a place on the map, in zones that exist', () => {
      some("events WHERE country = 'Brasil' AND latitude BETWEEN -34 AND 6 AND longitude BETWEEN -74 AND -34", 36);
      none("events WHERE country = 'Brasil' AND NOT (latitude BETWEEN -34 AND 6 AND longitude BETWEEN -74 AND -34)");
      some("events WHERE timezone = 'America/Sao_Paulo'", 25);
      const zones = texts('SELECT DISTINCT timezone FROM events');
      assert.ok(zones.length >= 4);
      for (const timeZone of zones) assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone }), timeZone);
    });

    it('have a crew of 3 to 8 with roles and an address each', () => {
      const sizes = 'events e WHERE (SELECT count(DISTINCT email) FROM crew WHERE event_id = e.id)';
      none(`${sizes} NOT BETWEEN 3 AND 8`);
      none(
        'events e WHERE (SELECT count(DISTINCT email) FROM crew WHERE event_id = e.id) != (SELECT count(*) FROM crew WHERE event_id = e.id)',
      );
      assert.ok(texts('SELECT DISTINCT role FROM crew').length >= 5);
    });
  });

  describe('sessions', () => {
    const itemsOf = 'items i JOIN item_sessions l ON l.item_id = i.id AND l.session_id = s.id';

    it('have every status', () => {
      const statuses = texts('SELECT DISTINCT status FROM sessions ORDER BY 1');
      assert.deepEqual(statuses, ['available', 'finished', 'notstarted', 'soldout', 'unavailable']);
    });

    it('are finished when they lie before today, and only then', () => {
      none(`sessions WHERE (status = 'finished') != (starts_at < '${today}')`);
    });

    it('that are sold out have nothing left, and sold something', () => {
      none(`sessions s WHERE s.status = 'soldout' AND EXISTS (SELECT 1 FROM ${itemsOf} WHERE ${available} > 0)`);
      none(`sessions s WHERE s.status = 'soldout' AND NOT EXISTS (SELECT 1 FROM sales WHERE session_id = s.id)`);
      some("sessions WHERE status = 'soldout'", 4);
    });

    it('that are available have a ticket on sale today', () => {
      const onSale = `SELECT 1 FROM ${itemsOf} JOIN sale_periods p ON p.item_id = i.id AND p.available > 0
        AND p.start < '${today}' AND p.finish > '${today}'`;
      none(`sessions s WHERE s.status = 'available' AND NOT EXISTS (${onSale})`);
    });

    it('whose sale has not started have no sale period that has', () => {
      const begun = `SELECT 1 FROM ${itemsOf} JOIN sale_periods p ON p.item_id = i.id AND p.start <= '${today} 23:59:59'`;
      none(`sessions s WHERE s.status = 'notstarted' AND EXISTS (${begun})`);
    });

    it('all have tickets', () => {
      none(`sessions s WHERE NOT EXISTS (SELECT 1 FROM ${itemsOf})`);
    });
  });

  describe('items', () => {
    it('are tickets with values and groups without, and only tickets stand in groups', () => {
      none("items WHERE type = 'Ticket' AND (price IS NULL OR fee_sale IS NULL OR fee_producer IS NULL)");
      none("items WHERE type = 'Group' AND (price IS NOT NULL OR parent_id IS NOT NULL)");
      none("items i JOIN items p ON p.id = i.parent_id WHERE p.type != 'Group' OR p.event_id != i.event_id");
      none("items g WHERE type = 'Group' AND NOT EXISTS (SELECT 1 FROM items WHERE parent_id = g.id)");
      some("items WHERE type = 'Ticket' AND parent_id IS NULL", 10);
    });

    it('have places of their own beside one another', () => {
      none('items GROUP BY event_id, parent_id, position HAVING count(*) > 1');
      none('items WHERE position < 1');
    });

    it('have lots that cost more one after another and follow in time', () => {
      some("items WHERE name = '1º lote'", 15);
      const next = `items i JOIN triggers t ON t.item_id = i.id AND t.kind = 'soldout' JOIN items n ON n.id = t.target_id
        JOIN sale_periods a ON a.item_id = i.id AND a.app_category_id = 1
        JOIN sale_periods b ON b.item_id = n.id AND b.app_category_id = 1`;
      none(`${next} WHERE n.parent_id != i.parent_id OR n.price <= i.price OR b.start != a.finish`);
      some(next, 15);
    });

    it('have triggers of both kinds, within one event; a start opens what is hidden', () => {
      none('triggers t JOIN items i ON i.id = t.item_id JOIN items n ON n.id = t.target_id WHERE i.event_id != n.event_id');
      none("triggers t JOIN items n ON n.id = t.target_id WHERE t.kind = 'start' AND n.hidden = 0");
      assert.deepEqual(texts('SELECT DISTINCT kind FROM triggers ORDER BY 1'), ['soldout', 'start']);
    });

    it('have a fee of a tenth, of which the producer bears what the customer does not', () => {
      none(`${tickets} AND abs(fee_sale - price / 10.0) > 0.5`);
      none(`${tickets} AND abs(fee_producer - fee_sale * (100 - tax_distribution) / 100) > 0.5`);
      assert.deepEqual(texts(`SELECT DISTINCT CAST(tax_distribution AS INTEGER) FROM ${tickets} ORDER BY 1`), ['0', '50', '100']);
    });

    it('belong to sessions of their own event', () => {
      none(`${tickets} AND NOT EXISTS (SELECT 1 FROM item_sessions WHERE item_id = i.id)`);
      none(
        'item_sessions l JOIN items i ON i.id = l.item_id JOIN sessions s ON s.id = l.session_id WHERE i.event_id != s.event_id',
      );
    });

    it('are hidden here and there', () => {
      some(`${tickets} AND hidden = 1`, 10);
      some(`${tickets} AND hidden = 0`, 100);
    });

    it('are all free in some events', () => {
      some(`events e WHERE (SELECT max(price) FROM items WHERE event_id = e.id) = 0`, 4);
    });

    it('have attributes with whole numbers where they say so, and a text', () => {
      none("item_attributes WHERE type = 'integer' AND value != CAST(CAST(value AS INTEGER) AS TEXT)");
      const keys = texts("SELECT DISTINCT key FROM item_attributes WHERE type = 'integer' ORDER BY 1");
      assert.deepEqual(keys, ['maximum', 'min', 'minimum']);
      some("item_attributes WHERE type = 'string'", 5);
      none(`item_attributes a JOIN item_attributes b ON a.item_id = b.item_id AND a.key = 'minimum' AND b.key = 'maximum'
        WHERE CAST(a.value AS INTEGER) > CAST(b.value AS INTEGER)`);
    });
  });

  describe('sale periods', () => {
    it('are one or two for each ticket, on the web and at the box office', () => {
      none(`${tickets} AND (SELECT count(*) FROM sale_periods WHERE item_id = i.id) NOT BETWEEN 1 AND 2`);
      none("sale_periods JOIN items i ON i.id = item_id WHERE i.type = 'Group'");
      assert.deepEqual(texts('SELECT DISTINCT app_category_id FROM sale_periods ORDER BY 1'), ['1', '2']);
    });

    it('have left, between them, the quantity less the approved sales', () => {
      none(`${tickets} AND ${available} != i.quantity - ${approved}`);
      none('sale_periods WHERE available < 0');
      some(`${tickets} AND ${available} = 0`, 20);
      some(`${tickets} AND ${available} > 0`, 100);
    });

    it('are over, running and still to come', () => {
      none('sale_periods WHERE start >= finish');
      some(`sale_periods WHERE finish < '${today}'`, 20);
      some(`sale_periods WHERE start < '${today}' AND finish > '${today}'`, 20);
      some(`sale_periods WHERE start > '${today} 23:59:59'`, 20);
    });

    it('of some shows to come are over', () => {
      const lastFinish = 'SELECT max(finish) FROM sale_periods p JOIN items i ON i.id = p.item_id WHERE i.event_id = s.event_id';
      some(`sessions s WHERE starts_at > '${today}' AND (${lastFinish}) < '${today}'`);
    });
  });

  describe('passkeys', () => {
    it('are in about a third of the events', () => {
      const events = texts('SELECT DISTINCT event_id FROM passkeys').length;
      assert.ok(events >= 11 && events <= 16, String(events));
    });

    it('are never used more than they may be; some are used up', () => {
      none('passkeys WHERE used > usage_limit OR used < 0');
      some('passkeys WHERE used = usage_limit');
      some('passkeys WHERE used > 0', 8);
      some('passkeys WHERE usage_limit IS NULL');
    });

    it('are used no more often than their tickets are sold', () => {
      const sold = `SELECT count(*) FROM sales s JOIN passkey_items l ON l.item_id = s.item_id
        WHERE l.passkey_id = k.id AND s.status = 'approved'`;
      none(`passkeys k WHERE used > (${sold})`);
    });

    it('have expired, run or have no dates', () => {
      some(`passkeys WHERE finish < '${today}'`);
      some(`passkeys WHERE finish > '${today}'`);
      some('passkeys WHERE start IS NULL AND finish IS NULL');
      none('passkeys WHERE start >= finish');
    });

    it('open items of their own event, hidden ones among them', () => {
      none(
        'passkeys k JOIN passkey_items l ON l.passkey_id = k.id JOIN items i ON i.id = l.item_id WHERE i.event_id != k.event_id',
      );
      none(
        'passkeys k WHERE NOT EXISTS (SELECT 1 FROM passkey_items JOIN items i ON i.id = item_id WHERE passkey_id = k.id AND hidden = 1)',
      );
      none("passkey_items JOIN items i ON i.id = item_id WHERE i.type = 'Group'");
    });
  });

  describe('codes', () => {
    it('are 400 in each of 10 events, on their own tickets', () => {
      assert.equal(texts('SELECT event_id FROM item_codes GROUP BY event_id HAVING count(*) = 400').length, 10);
      assert.equal(count('item_codes'), 4000);
      none("item_codes c JOIN items i ON i.id = c.item_id WHERE i.event_id != c.event_id OR i.type != 'Ticket'");
    });

    it('are unique, have ten characters and none that looks like another', () => {
      assert.equal(count('(SELECT DISTINCT event_id, code FROM item_codes)'), 4000);
      for (const code of texts('SELECT code FROM item_codes')) assert.match(code, /^[ACDEFGHJKMNP-RT-Y34679]{10}$/);
    });

    it('are used in part, no more than the ticket sold', () => {
      some('item_codes WHERE used = 1', 50);
      some('item_codes WHERE used = 0', 2000);
      none(`items i WHERE (SELECT sum(used) FROM item_codes WHERE item_id = i.id) > ${approved}`);
    });
  });

  describe('sales', () => {
    it('are at most 300 for an event, none for some', () => {
      none('sales GROUP BY event_id HAVING count(*) > 300');
      some('(SELECT 1 FROM sales GROUP BY event_id HAVING count(*) > 200)', 5);
      some('events e WHERE NOT EXISTS (SELECT 1 FROM sales WHERE event_id = e.id)', 2);
    });

    it('fit together: the ticket is for that session of that event', () => {
      none('sales s LEFT JOIN item_sessions l ON l.item_id = s.item_id AND l.session_id = s.session_id WHERE l.item_id IS NULL');
      none('sales s JOIN items i ON i.id = s.item_id WHERE i.event_id != s.event_id');
    });

    it('have codes of their own and nobody’s real address', () => {
      assert.equal(texts('SELECT DISTINCT code FROM sales').length, count('sales'));
      for (const email of texts('SELECT email FROM sales UNION SELECT email FROM crew')) {
        assert.match(email, /^[a-z]+\.[a-z]+\d*@example\.(com|org)$/);
      }
    });

    it('are mostly approved, through every channel', () => {
      assert.ok(count("sales WHERE status = 'approved'") > 0.85 * count('sales'));
      assert.deepEqual(texts('SELECT DISTINCT status FROM sales ORDER BY 1'), ['approved', 'cancelled', 'pending']);
      assert.deepEqual(texts('SELECT DISTINCT channel FROM sales ORDER BY 1'), ['app', 'box office', 'web']);
      none(
        "sales s WHERE channel = 'box office' AND NOT EXISTS (SELECT 1 FROM sale_periods WHERE item_id = s.item_id AND app_category_id = 2)",
      );
    });

    it('cost what the item costs', () => {
      none(`sales s JOIN items i ON i.id = s.item_id
        WHERE s.price != i.price OR s.fee_sale != i.fee_sale OR s.fee_producer != i.fee_producer`);
    });

    it('were made before the session, before today and while the ticket was on sale', () => {
      none('sales JOIN sessions s ON s.id = session_id WHERE sold_at >= s.starts_at');
      none(`sales WHERE sold_at >= '${today}'`);
      none(
        'sales s JOIN sale_periods p ON p.item_id = s.item_id AND p.app_category_id = 1 WHERE sold_at NOT BETWEEN p.start AND p.finish',
      );
    });

    it('are let in when approved, after they were made, around the start of a session that is past', () => {
      none("sales WHERE checked_at IS NOT NULL AND (status != 'approved' OR checked_at <= sold_at)");
      none(`sales JOIN sessions s ON s.id = session_id WHERE checked_at IS NOT NULL AND s.starts_at >= '${today}'`);
      none('sales JOIN sessions s ON s.id = session_id WHERE abs(unixepoch(checked_at) - unixepoch(s.starts_at)) > 3 * 3600');
    });

    it('of past sessions came in at about 85 %, most within the hour before the start or the one after', () => {
      const past = `sales JOIN sessions s ON s.id = session_id WHERE s.starts_at < '${today}' AND sales.status = 'approved'`;
      const came = count(`${past} AND checked_at IS NOT NULL`);
      assert.ok(Math.abs(came / count(past) - 0.85) < 0.03, String(came / count(past)));
      const near = count(`${past} AND abs(unixepoch(checked_at) - unixepoch(s.starts_at)) < 3600`);
      assert.ok(near > 0.75 * came && near < came, `${near} of ${came}`);
    });
  });

  describe('every row', () => {
    it('refers to rows that exist', () => {
      assert.deepEqual(database.all('PRAGMA foreign_key_check'), []);
    });

    it('writes times as YYYY-MM-DD HH:MM:SS', () => {
      const times =
        texts(`SELECT starts_at FROM sessions UNION SELECT start FROM sale_periods UNION SELECT finish FROM sale_periods
        UNION SELECT start FROM passkeys WHERE start IS NOT NULL UNION SELECT finish FROM passkeys WHERE finish IS NOT NULL
        UNION SELECT sold_at FROM sales UNION SELECT checked_at FROM sales WHERE checked_at IS NOT NULL`);
      for (const time of times) assert.match(time, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    });
  });
});
