import { parentPort } from 'node:worker_threads'
import { readPack } from './pack-reader.ts'
import { PushRefusal } from './push-refusal.ts'

export type Answer = { readonly refusal: string } | { readonly fault: string } | { readonly objects: number }

parentPort?.on('message', async (file: string) => parentPort?.postMessage(await answer(file)))

async function answer(file: string): Promise<Answer> {
  try {
    return { objects: await readPack(file) }
  } catch (error) {
    if (error instanceof PushRefusal) return { refusal: error.message }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
