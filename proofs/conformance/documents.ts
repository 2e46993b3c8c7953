import { readJsonDocument } from '@stemma/content'
import type { JSONDocument } from '@stemma/contract'
import { corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import { clients } from './clients.ts'
import { documentRules } from './document-rules.ts'

/**
 * Every node of every document of the corpus must be as each client describes it. Markdown lets any block
 * stand in any other, the descriptions do not: such nestings are counted, and every block in them is checked.
 */
export function checkDocuments(): { readonly figures: string; readonly differences: readonly string[] } {
  const documents = corpusDocuments().map(({ name, markdown }) => ({
    name,
    document: readJsonDocument(markdown, { page: true }) as JSONDocument,
  }))
  const results = clients.map(({ version, description }) => {
    const rules = documentRules(description.document)
    const nestings = new Set<string>()
    const differences: string[] = []
    let nodes = 0
    for (const { name, document } of documents) {
      const findings = rules.check(document)
      nodes += findings.nodes
      for (const mismatch of findings.mismatches) differences.push(`${version}: ${name}: ${mismatch}`)
      for (const nesting of findings.nestings) nestings.add(nesting)
    }
    const counts = `${nodes} nodes, ${differences.length} differences, ${nestings.size} other nestings`
    return { differences, figures: `${version}: ${counts}`, nestings }
  })
  return {
    differences: results.flatMap(({ differences }) => differences),
    figures: `${documents.length} documents; ${results.map(({ figures }) => figures).join('; ')}`,
  }
}
