import { onStage } from '../faults/stage.ts'
import { checkEnd, readEnd, unnoticed } from './check.ts'
import { pushThroughKills } from './pushing.ts'

/**
 * Eight clients push changes of one space and merge them, through two servers that are killed at random
 * steps and whose cache of repositories is deleted and gathered again and again. Everything acknowledged must
 * be there exactly once, and clones from both servers must be equal. GIT_FAULTS_ROUNDS sets how many changes
 * each client proposes, GIT_FAULTS_KILLS the number of kills.
 */
const rounds = Number(process.env.GIT_FAULTS_ROUNDS ?? 12)
const kills = Number(process.env.GIT_FAULTS_KILLS ?? 40)
const linesMax = 40
const begun = performance.now()
const isWhole = await onStage(async (scene) => {
  const pushed = await pushThroughKills(scene, { rounds, kills })
  try {
    const { acknowledged } = pushed
    const ended = await readEnd(pushed)
    const findings = checkEnd(ended, acknowledged, rounds)
    for (const what of pushed.strange) findings.add('broken', what)
    const missed = unnoticed(ended, acknowledged, rounds)
    for (const line of findings.all().slice(0, linesMax)) console.log(line)
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    const { gathered, repeats } = pushed
    console.log(
      `${pushed.kills} kills, ${gathered} times gathered, ${repeats} commands repeated, took ${seconds} s`,
    )
    console.log(
      `control: ${missed.length === 0 ? 'every damage noticed' : `NOT NOTICED: ${missed.join(', ')}`}`,
    )
    const [lost, doubled] = [findings.count('lost'), findings.count('duplicated')]
    console.log(
      `git:faults: ${acknowledged.length} acknowledged, ${lost} lost, ${doubled} doubled, ` +
        `${findings.count('broken')} broken`,
    )
    return findings.all().length === 0 && missed.length === 0
  } finally {
    await pushed.git.drop()
  }
})
process.exit(isWhole ? 0 : 1)
