/** The bytes that are signed, their signature, and where a receiver's own computation differs. */
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { Copy } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { bytesShown, type Mistake, mistakeIn, sign, signedText, stripped, toBytes } from './signing.ts'
import { TEXTS } from './texts.ts'

type Words = Same<(typeof TEXTS)['en']>

interface ExplainerProps {
  readonly timestamp?: string
  readonly body?: string
  readonly header?: string
}

export const SignatureExplainer = (first: ExplainerProps): ReactNode => {
  const words = useTexts(TEXTS)
  const [timestamp, setTimestamp] = useState(first.timestamp ?? '')
  const [body, setBody] = useState(first.body ?? '')
  const [header, setHeader] = useState(first.header ?? '')
  const [secret, setSecret] = useState('')
  const [theirs, setTheirs] = useState('')
  const { expected, mistake } = useSignature({ secret, timestamp, body }, stripped(theirs))
  return (
    <div className="stack">
      <div className="beside">
        <div className="form">
          <Line label={words.timestamp} value={timestamp} change={setTimestamp} />
          <label className="field">
            <span className="label">{words.rawBody}</span>
            <textarea
              value={body}
              onChange={(event) => setBody(event.target.value)}
              rows={6}
              spellCheck={false}
              autoComplete="off"
            />
          </label>
          <Line label={words.header} value={header} change={setHeader} />
        </div>
        <div className="form">
          <Line label={words.secret} value={secret} change={setSecret} hint={words.secretHint} type="password" />
          <Line label={words.theirs} value={theirs} change={setTheirs} hint={words.theirsHint} />
          <div className="stack" aria-live="polite">
            {expected === null ? (
              <p className="quiet">{words.needsSecret}</p>
            ) : (
              <Findings words={words} expected={expected} header={header} theirs={theirs} mistake={mistake} />
            )}
          </div>
        </div>
      </div>
      <SignedBytes text={signedText(timestamp, body)} />
    </div>
  )
}

/** Returns null without a secret. */
const useSignature = (
  { secret, timestamp, body }: { secret: string; timestamp: string; body: string },
  theirs: string,
): { expected: string | null; mistake: Mistake | null } => {
  const [found, setFound] = useState<{ expected: string | null; mistake: Mistake | null }>({
    expected: null,
    mistake: null,
  })
  useEffect(() => {
    let isOver = false
    const compute = async (): Promise<void> => {
      const expected = secret === '' ? null : await sign(secret, signedText(timestamp, body))
      const isOther = expected !== null && theirs !== '' && theirs !== expected
      const mistake = isOther ? await mistakeIn(theirs, { secret, timestamp, body }) : null
      if (!isOver) setFound({ expected, mistake })
    }
    void compute()
    return () => {
      isOver = true
    }
  }, [secret, timestamp, body, theirs])
  return found
}

interface FindingsProps {
  readonly words: Words
  readonly expected: string
  readonly header: string
  readonly theirs: string
  readonly mistake: Mistake | null
}

const Findings = ({ words, expected, header, theirs, mistake }: FindingsProps): ReactNode => {
  const locale = useLocale()
  const given = stripped(theirs)
  const place = [...expected].findIndex((char, at) => char !== given[at])
  return (
    <>
      <div>
        <p className="label">
          {words.expected} <Copy text={expected} label={words.expected} />
        </p>
        <p className="digest">{expected}</p>
      </div>
      {header !== '' && (
        <Verdict isGood={stripped(header) === expected}>
          {stripped(header) === expected ? words.sameHeader : words.otherHeader}
        </Verdict>
      )}
      {given !== '' && given === expected && <Verdict isGood>{words.sameTheirs}</Verdict>}
      {given !== '' && given !== expected && (
        <Verdict isGood={false}>
          {mistake === null
            ? words.otherTheirs((place + 1).toLocaleString(locale))
            : `${words.mistake} ${words[mistake]}`}
          {mistake === null && (
            <span className="digest block">
              {given.slice(0, Math.max(place, 0))}
              <mark>{given.slice(Math.max(place, 0))}</mark>
            </span>
          )}
        </Verdict>
      )}
    </>
  )
}

const Verdict = ({ isGood, children }: { isGood: boolean; children: ReactNode }): ReactNode => (
  <div className={isGood ? 'notice done' : 'notice bad'}>
    <Icon name={isGood ? 'approve' : 'warn'} />
    <span>{children}</span>
  </div>
)

const SignedBytes = ({ text }: { text: string }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const bytes = toBytes(text)
  const title = words.signedBytes(bytes.length.toLocaleString(locale))
  return (
    <section aria-label={title}>
      <p className="label">{title}</p>
      <p className="quiet small">{words.bytesHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard too */}
      <pre className="bytes" tabIndex={0}>
        {bytesShown(bytes).map(([offset, hex, shown]) => (
          <span key={offset}>
            <span className="offset">{offset}</span>
            {'  '}
            {hex}
            {'  '}
            {shown}
          </span>
        ))}
      </pre>
    </section>
  )
}

interface LineProps {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  readonly hint?: string
  readonly type?: 'text' | 'password'
}

const Line = ({ label, value, change, hint, type = 'text' }: LineProps): ReactNode => (
  <label className="field">
    <span className="label">{label}</span>
    <input
      type={type}
      value={value}
      onChange={(event) => change(event.target.value)}
      spellCheck={false}
      autoComplete="off"
    />
    {hint !== undefined && <span className="hint">{hint}</span>}
  </label>
)
