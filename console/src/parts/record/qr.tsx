/** A QR code as one drawn path; dark on light in both themes, because cameras expect that. */
import type { ReactNode } from 'react'
import { encode } from 'uqr'

const QUIET = 4

export const Qr = ({ text, label }: { text: string; label: string }): ReactNode => {
  const { data, size } = encode(text, { border: 0 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('')
  const side = size + 2 * QUIET
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} />
      <path d={path} />
    </svg>
  )
}
