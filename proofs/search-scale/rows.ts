import { type RawBuilder, sql } from 'kysely'
import { misspellingsOf } from '../../packages/server/src/search/spelling.ts'
import { markOf } from '../../packages/server/src/search/vector.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'

/** An organization that has sections in one space. */
export interface Place {
  readonly organizationId: string
  readonly spaceId: string
}

/** The words of the sections, the most common first. */
export const vocabulary: readonly string[] = Array.from({ length: 500 }, (_, at) => wordOf(at))

function wordOf(at: number): string {
  const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'pa', 're', 'si', 'to', 'vu']
  const digits = [at % 10, Math.floor(at / 10) % 10, Math.floor(at / 100) % 10, (at * 7) % 10]
  return digits.map((digit) => syllables[digit]).join('')
}

/** Fills the index with `sectionsEach` sections per organization, all in SQL. */
export function fillIndex({ db }: Pick<Server, 'db'>, places: readonly Place[], sectionsEach: number) {
  return db.connection().execute((one) => fill(one, places, sectionsEach))
}

async function fill(db: Server['db'], places: readonly Place[], sectionsEach: number) {
  await sql`set statement_timeout to 0`.execute(db)
  await sql`set maintenance_work_mem to '512MB'`.execute(db)
  await sql`drop index search_sections_by_head, search_sections_by_words, search_words_by_misspelt`.execute(
    db,
  )
  await sql`create temporary table template as ${templates(sectionsEach)}`.execute(db)
  for (let at = 0; at < places.length; at += placesAtOnce) {
    const some = places.slice(at, at + placesAtOnce)
    await sql`create temporary table place as select * from ${listed(some)}`.execute(db)
    await insertRows(db)
    await sql`drop table place`.execute(db)
  }
  await insertWords(db, places)
  await sql`create index search_sections_by_head on search_sections using gin (head)`.execute(db)
  await sql`create index search_sections_by_words on search_sections using gin (words)`.execute(db)
  await sql`create index search_words_by_misspelt on search_words using gin (misspelt)`.execute(db)
  await sql`vacuum analyze search_sections`.execute(db)
  await sql`analyze search_pages, search_words`.execute(db)
}

const placesAtOnce = 25

function listed(places: readonly Place[]) {
  const organizationIds = places.map(({ organizationId }) => organizationId)
  const spaceIds = places.map(({ spaceId }) => spaceId)
  return sql`unnest(${organizationIds}::text[], ${spaceIds}::text[], ${organizationIds.map(markOf)}::text[])
    place (organization_id, space_id, mark)`
}

/** Sections of thirty words, common ones more often; `~` is a placeholder for the organization's mark. */
function templates(sections: number): RawBuilder<unknown> {
  return sql`select section.at as part, 'page' || section.at / 4 as page_id, chosen.title, chosen.body,
      chosen.head, chosen.head || ' ' || chosen.words as words
    from generate_series(0, ${sql.lit(sections - 1)}) section (at) cross join lateral (
      select string_agg(word, ' ' order by place) filter (where place <= 3) as title,
        string_agg(word, ' ' order by place) as body,
        string_agg(format('''~%s'':%sA', word, place), ' ') filter (where place <= 3) as head,
        string_agg(format('''~%s'':%s', word, place), ' ') filter (where place > 3) as words
      from (select place, (${vocabulary}::text[])[1 + floor(500 * power(
          abs(hashint4(section.at * 31 + place) % 1000003) / 1000003.0, 2))::int] as word
        from generate_series(1, 30) place) drawn) chosen`
}

async function insertRows(db: Server['db']) {
  await sql`insert into search_pages
    select distinct p.organization_id, p.space_id, t.page_id, 'Page', t.page_id
    from template t cross join place p`.execute(db)
  await sql`insert into search_sections
    select p.organization_id, p.space_id, t.page_id, t.part, 'section' || t.part, null, t.title, t.body,
      replace(t.head, '~', p.mark)::tsvector, replace(t.words, '~', p.mark)::tsvector
    from place p cross join template t`.execute(db)
}

async function insertWords(db: Server['db'], places: readonly Place[]) {
  const misspelt = vocabulary.map((word) => misspellingsOf(word, '').join(' '))
  await sql`insert into search_words select place.organization_id, place.space_id, w.word,
      array(select place.mark || one from unnest(string_to_array(w.misspelt, ' ')) one)
    from ${listed(places)}
    cross join unnest(${[...vocabulary]}::text[], ${misspelt}::text[]) w (word, misspelt)`.execute(db)
}
