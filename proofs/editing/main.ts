import fc from 'fast-check'
import { costOf } from './cost.ts'
import { type Figures, measure } from './measure.ts'
import { type Counts, requireLaws, sequences } from './sequences.ts'
import { corpus, writtenPages } from './texts.ts'

/**
 * An edit changes the bytes of its own block and no others, and few more of them than the edit itself.
 * EDITING_EDITS sets the number of edits in each text. After random sequences of edits, a saved text is what
 * is shown, and undoing them leads back to the same bytes: EDITING_SEQUENCES sets their number, EDITING_SEED
 * repeats a run.
 */
const editsEach = Number(process.env.EDITING_EDITS ?? 20)
const faults: string[] = []
const report = (fault: string) => faults.push(fault)
const pages = measure(await writtenPages(), editsEach, report)
const all = measure(corpus(), editsEach, report)
const edits = pages.edits + all.edits
const [different, outside, wrong] = [sum('different'), sum('outside'), sum('wrong')]
const unwritable = sum('unwritable')

const counts: Counts = { sequences: 0, operations: 0, saves: 0, unwritable: 0, merges: 0 }
const seed = Number(process.env.EDITING_SEED ?? Date.now() % 2 ** 31)
const numRuns = Number(process.env.EDITING_SEQUENCES ?? 100_000)
const law = fc.property(sequences(corpus()), (sequence) => requireLaws(sequence, counts))
const details = fc.check(law, { numRuns, seed })
if (details.failed) faults.push(`EDITING_SEED=${seed}: ${fc.defaultReportMessage(details)}`)

for (const fault of faults.slice(0, 20)) console.error(fault)
if (percent(pages) < 95) console.error('fewer than 95 % of the edits on written pages are minimal')
if (unwritable > edits / 100) console.error('more than 1 % of the edits are shown as source')
if (counts.unwritable > counts.saves / 100) console.error('more than 1 % of the saves are shown as source')
const cost = costOf(2000)
const isTooOften = unwritable > edits / 100 || counts.unwritable > counts.saves / 100
const isBroken = faults.length > 0 || percent(pages) < 95 || isTooOften
process.exitCode = isBroken ? 1 : 0
console.log(
  [
    `editing: ${all.documents} documents and ${pages.documents} written pages, ${different} bytes differ`,
    `${edits} edits, ${outside} outside the edited block`,
    `${percent(pages)} % minimal on written pages (≥ 95), ${percent(all)} % in the corpus`,
    `${edits - unwritable} saves read back as shown, ${wrong} wrong, ${unwritable} shown as source`,
    `${counts.sequences} sequences of ${counts.operations} operations, ${details.failed ? 1 : 0} broke a law`,
    `${counts.saves} saves in them, ${counts.unwritable} shown as source (≤ 1 %)`,
    `${counts.merges} pairs of edits merged without conflict`,
    `${cost.blocks} blocks: opened in ${cost.open.toFixed(0)} ms of processor time (≤ 100), ` +
      `saved and read again in ${cost.save.toFixed(0)} ms (≤ 116)`,
  ].join('; '),
)

function sum(name: keyof Figures): number {
  return pages[name] + all[name]
}

/** Rounded down, so that a figure never claims more than was measured. */
function percent({ minimal, edits: count }: Figures): number {
  return Math.floor((1000 * minimal) / count) / 10
}
