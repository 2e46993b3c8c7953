import { readFileSync } from 'node:fs'

/** Watches a process and those that it starts, and knows how much memory they have used at most, in MB. */
export function watchMemory(pid: number) {
  const most = { server: 0, git: 0 }
  const look = () => {
    most.server = Math.max(most.server, peakOf(pid))
    for (const child of childrenOf(pid)) most.git = Math.max(most.git, peakOf(child))
  }
  const timer = setInterval(look, 5)
  return { most, stop: () => clearInterval(timer) }
}

function childrenOf(pid: number): readonly number[] {
  const listed = read(`/proc/${pid}/task/${pid}/children`)
  return listed.split(' ').filter(Boolean).map(Number)
}

function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** Processes come and go. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
