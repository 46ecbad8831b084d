/** A body or headers as transmitted, formatted if they are JSON; can be scrolled with the keyboard, too. */
import type { ReactNode } from 'react'
import { Copy } from './values.tsx'

export const laidOutJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

interface TextBlockProps {
  readonly label: string
  readonly text: string | null | undefined
  /** Shown byte for byte. */
  readonly isRaw?: boolean
}

export const TextBlock = ({ label, text, isRaw = false }: TextBlockProps): ReactNode =>
  text === null || text === undefined || text === '' ? null : (
    <figure>
      <figcaption>
        {label} <Copy text={text} label={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body is scrolled with the keyboard too */}
      <pre tabIndex={0}>{isRaw ? text : laidOutJson(text)}</pre>
    </figure>
  )
