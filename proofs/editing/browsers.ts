import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePage, type Sizes, sizesOf } from './bundle.ts'
import { type Digests, digestsOf, type Text } from './digests.ts'
import { type Engine, engines, open } from './engines.ts'
import { host, type Report } from './host.ts'

/** Whether browsers make of texts what Node makes of them. */
export interface Agreement {
  readonly texts: number
  /** Engines, texts and tasks in which something differs. */
  readonly differences: readonly string[]
  /** What the console's content security policy forbids and the code tried. */
  readonly violations: readonly string[]
  readonly sizes: Sizes
}

/** Parses, prints, merges, edits and saves the texts in Node, Chromium and Firefox. */
export async function compareBrowsers(texts: readonly Text[]): Promise<Agreement> {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-browsers-'))
  try {
    await bundlePage(folder)
    const sizes = sizesOf(folder)
    const expected = await digestsOf(texts)
    const found = await Promise.all(
      engines.map(async (engine) => ({ engine, report: await runIn(engine, folder, texts) })),
    )
    return {
      texts: texts.length,
      differences: found.flatMap(({ engine, report }) =>
        differencesIn(texts, expected, report.digests).map((difference) => `${engine.name}: ${difference}`),
      ),
      violations: found.flatMap(({ report }) => report.violations),
      sizes: await sizes,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runIn(engine: Engine, folder: string, texts: readonly Text[]): Promise<Report> {
  const { url, reported, close } = await host(folder, texts)
  try {
    return await open(engine, url, reported)
  } finally {
    close()
  }
}

/** The tasks whose results differ, with the names of their texts. */
export function differencesIn(
  texts: readonly Text[],
  expected: readonly Digests[],
  found: readonly Digests[],
): string[] {
  return texts.flatMap(({ name }, at) =>
    Object.entries(expected[at] ?? {})
      .filter(([task, digest]) => found[at]?.[task] !== digest)
      .map(([task]) => `${task} of ${name}`),
  )
}
