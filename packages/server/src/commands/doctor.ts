import { type Config, readConfig } from '../config/config.ts'
import { ConfigError } from '../config/readers.ts'
import { patientOf } from '../patient.ts'
import type { Diagnosis } from '../upkeep/diagnosis.ts'
import { examine } from '../upkeep/doctor.ts'
import { defineCommand } from './command.ts'
import { counted } from './figures.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary:
    'Check this installation, and say what is wrong and how to fix it. Changes nothing. Exit code 1: faults.',
  options: {},
  examples: [['Before and after an upgrade', 'stemma-server doctor']],

  async run() {
    const diagnoses: Diagnosis[] = []
    for await (const one of diagnosesOf(configured())) diagnoses.push(one)
    const count = (verdict: Diagnosis['verdict']) => diagnoses.filter((one) => one.verdict === verdict).length
    const [faults, notices] = [count('fault'), count('notice')]
    const last = [counted(diagnoses.length, 'check'), counted(faults, 'fault'), counted(notices, 'notice')]
    const lines = diagnoses.map(({ verdict, check, says }) => `${verdict.padEnd(6)}  ${check}: ${says}`)
    return {
      data: { checks: diagnoses, faults, notices },
      text: [...lines, `doctor: ${last.join(', ')}`].map((line) => `${line}\n`).join(''),
      ...(faults > 0 && { code: 1 }),
    }
  },
})

function configured(): Config | ConfigError {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

async function* diagnosesOf(config: Config | ConfigError): AsyncGenerator<Diagnosis> {
  if (config instanceof ConfigError) {
    yield { check: 'configuration', verdict: 'fault', says: config.message }
    return
  }
  yield { check: 'configuration', verdict: 'fine', says: 'All settings are valid.' }
  yield* examine(patientOf(config))
}
