import { type Findings, newFindings } from './findings.ts'
import type { CheckedObjects } from './objects.ts'
import { newProver, type Proven, type Prover } from './prove.ts'
import type { Record } from './record.ts'
import type { Stage } from './stage.ts'

/** What is known so far of a database and a folder, read without the server. */
export interface Proof {
  readonly stage: Pick<Stage, 'url' | 'folder'>
  readonly record: Record
  readonly findings: Findings
  readonly proven: Map<string, Proven>
  readonly failed: Set<string>
  readonly stores: Map<string, CheckedObjects>
  readonly prover: Prover
}

export function newProof(stage: Pick<Stage, 'url' | 'folder'>, record: Record): Proof {
  const findings = newFindings()
  const prover = newProver(record, findings)
  return { stage, record, findings, proven: new Map(), failed: new Set(), stores: new Map(), prover }
}
