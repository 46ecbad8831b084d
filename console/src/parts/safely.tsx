/**
 * Keeps the rest of the page if a part fails to load or to render: without a network its file cannot be loaded, and
 * after an update it may be gone.
 */
import { Component, type ReactNode } from 'react'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'
import { Icon } from './icon.tsx'

const Broken = ({ onAgain }: { onAgain: (() => void) | undefined }): ReactNode => {
  const words = useTexts(WORDS)
  return (
    <div className="notice bad corner" role="alert">
      <Icon name="warn" />
      <span>{words.partBroke}</span>
      {onAgain && (
        <button type="button" className="link" onClick={onAgain}>
          {words.tryAgain}
        </button>
      )}
      <button type="button" className="link" onClick={() => location.reload()}>
        {words.reload}
      </button>
    </div>
  )
}

interface SafelyProps {
  /** Loads it once more; returns false if that failed. */
  readonly load?: () => Promise<boolean>
  readonly children: ReactNode
}

export class Safely extends Component<SafelyProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError = (): { isBroken: boolean } => ({ isBroken: true })
  private readonly again = (load: () => Promise<boolean>): void =>
    void load().then((isThere) => this.setState({ isBroken: !isThere }))
  override render(): ReactNode {
    const { load, children } = this.props
    if (!this.state.isBroken) return children
    return <Broken onAgain={load && (() => this.again(load))} />
  }
}
