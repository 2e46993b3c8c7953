/** The SHA-256 of bytes, or of a text in UTF-8. The browser's own is asynchronous and missing without TLS. */
export function sha256(data: Uint8Array | string, encoding: 'base64url' | 'hex'): string {
  const state = Uint32Array.from(initialState)
  const padded = paddedView(typeof data === 'string' ? new TextEncoder().encode(data) : data)
  const words = new Uint32Array(64)
  for (let at = 0; at < padded.byteLength; at += blockBytes) addBlock(state, padded, at, words)
  const hex = Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
  return encoding === 'hex' ? hex : toBase64url(hex)
}

const blockBytes = 64

/** The bytes, a single bit, zeros, and the length in bits at the end of the last block. */
function paddedView(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / blockBytes) * blockBytes
  const padded = new Uint8Array(length)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n)
  return view
}

function addBlock(state: Uint32Array, view: DataView, start: number, words: Uint32Array): void {
  for (let at = 0; at < 16; at++) words[at] = view.getUint32(start + at * 4)
  for (let at = 16; at < 64; at++) {
    const [late, early] = [words[at - 2] ?? 0, words[at - 15] ?? 0]
    const one = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    const other = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    words[at] = one + (words[at - 7] ?? 0) + other + (words[at - 16] ?? 0)
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let at = 0; at < 64; at++) {
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const one = (h + mixed + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + (words[at] ?? 0)) | 0
    const other = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + other) | 0
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function toBase64url(hex: string): string {
  const bytes = hex.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The first bits of the square roots of the first eight primes. */
const initialState = wordsOf('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19')

/** The first bits of the cube roots of the first 64 primes. */
const constants = wordsOf(
  [
    '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5',
    'd807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174',
    'e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da',
    '983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967',
    '27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85',
    'a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070',
    '19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3',
    '748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2',
  ].join(''),
)

function wordsOf(hex: string): Uint32Array {
  return Uint32Array.from(hex.match(/.{8}/g) ?? [], (word) => Number.parseInt(word, 16))
}
