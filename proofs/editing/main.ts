import { type Figures, measure } from './measure.ts'
import { corpus, writtenPages } from './texts.ts'

/**
 * An edit changes the bytes of its own block and no others, and few more of them than the edit itself.
 * EDITING_EDITS sets the number of edits in each text.
 */
const editsEach = Number(process.env.EDITING_EDITS ?? 20)
const faults: string[] = []
const report = (fault: string) => faults.push(fault)
const pages = measure(await writtenPages(), editsEach, report)
const all = measure(corpus(), editsEach, report)
const edits = pages.edits + all.edits
const [different, outside, wrong] = [sum('different'), sum('outside'), sum('wrong')]
const unwritable = sum('unwritable')

for (const fault of faults.slice(0, 20)) console.error(fault)
if (percent(pages) < 95) console.error('fewer than 95 % of the edits on written pages are minimal')
if (unwritable > edits / 100) console.error('more than 1 % of the edits are shown as source')
const isBroken = faults.length > 0 || percent(pages) < 95 || unwritable > edits / 100
process.exitCode = isBroken ? 1 : 0
console.log(
  [
    `editing: ${all.documents} documents and ${pages.documents} written pages, ${different} bytes differ`,
    `${edits} edits, ${outside} outside the edited block`,
    `${percent(pages)} % minimal on written pages (≥ 95), ${percent(all)} % in the corpus`,
    `${edits - unwritable} saves read back as shown, ${wrong} wrong, ${unwritable} shown as source`,
  ].join('; '),
)

function sum(name: keyof Figures): number {
  return pages[name] + all[name]
}

/** Rounded down, so that a figure never claims more than was measured. */
function percent({ minimal, edits: count }: Figures): number {
  return Math.floor((1000 * minimal) / count) / 10
}
