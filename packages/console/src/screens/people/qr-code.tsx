import encodeQR from 'qr'

interface QRCodeProps {
  readonly text: string
  readonly label: string
}

/** A text for the camera of a phone: black on white in every theme, because cameras expect that. */
export function QRCode({ text, label }: QRCodeProps) {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: quiet })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg className="qr-code" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={path.join('')} />
    </svg>
  )
}

/** The margin that readers need, in modules. */
const quiet = 4
