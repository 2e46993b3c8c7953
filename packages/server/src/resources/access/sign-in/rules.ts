import { passwordLength } from '@stemma/contract'
import { ownUrl } from '../../../auth/own-url.ts'
import { ApiError } from '../../../common/errors.ts'

/** Common passwords of twelve or more characters. */
const common = new Set(
  `123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 012345678901 111111111111
  000000000000 121212121212 123123123123 123456123456 112233445566 987654321098 passwordpassword
  password1234 password12345 password123456 password1234567 passw0rd1234 passwort1234 qwertyuiop12
  qwertyuiop123 qwertyuiop1234 qwertyuiopas qwertyuiopasdf qwertyqwerty 1qaz2wsx3edc 1q2w3e4r5t6y
  1q2w3e4r5t6y7u q1w2e3r4t5y6 zaq12wsxcde3 asdfghjkl123 asdfasdfasdf abcdefghijkl abcdefghijklm
  abc123abc123 abcd1234abcd administrator administrator1 admin1234567 adminadminadmin letmeinletmein
  letmein12345 welcome12345 iloveyou1234 iloveyouiloveyou changemechangeme changeme1234
  correcthorsebatterystaple trustno1trustno1 secretsecret stemmastemma`.split(/\s+/),
)

/** Rejects weak passwords. The contract defines the length. */
export function requirePassword(password: string, { email, displayName, origins }: Owner) {
  const { min, max } = passwordLength
  if ([...password].length < min || [...password].length > max) {
    throw new ApiError('invalid_request', `A password must have ${min}–${max} characters.`)
  }
  const plain = password.toLowerCase()
  if (plain === email.toLowerCase()) {
    throw new ApiError('invalid_request', "The password can't be your e-mail address. Choose another one.")
  }
  if (isGuessed(plain, { email, displayName, origins })) {
    throw new ApiError(
      'invalid_request',
      'The password consists of your name, your address or the name of this server. Choose another one.',
    )
  }
  if (common.has(plain) || new Set(plain).size < 3) {
    throw new ApiError('invalid_request', 'This password is too common. Choose another one.')
  }
}

interface Owner {
  readonly email: string
  readonly displayName: string
  /** The origins of this server. */
  readonly origins: readonly string[]
}

const lettersMin = 8

/** Whether too little of a password remains without the owner's name and address and the server's name. */
function isGuessed(plain: string, { email, displayName, origins }: Owner): boolean {
  const hosts = origins.map((origin) => new URL(origin).hostname)
  const words = ['stemma', email, displayName, ...hosts]
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 3)
    .sort((one, other) => other.length - one.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), plain)
  return rest !== plain && [...rest].length < lettersMin
}

/** Where to redirect after signing in: always a path on this server, whatever was requested. */
export function safeNext(wanted: string | undefined, base: string, otherwise: string): string {
  if (wanted === undefined || !/^\/(?!\/)/.test(wanted)) return otherwise
  const url = ownUrl(wanted, { base, origins: [new URL(base).origin] })
  if (url === undefined || url.pathname.startsWith('//')) return otherwise
  return url.pathname + url.search
}

/** A program may receive its code only on the browser's own machine. */
export function requireLoopback(text: string): URL {
  const url = URL.parse(text)
  const isLoopback = url?.protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(url.hostname)
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url === null || !isLoopback || !isPlain || url.port === '') {
    throw new ApiError(
      'invalid_request',
      'The redirect URL of a program must be http://127.0.0.1:PORT/ or http://[::1]:PORT/.',
    )
  }
  return url
}
