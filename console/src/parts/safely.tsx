/** Keeps the rest of the page when a part fails to load or to draw: after an update its file may be gone, and a reload brings the new one. */
import { Component, type ReactNode } from 'react'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'
import { Icon } from './icon.tsx'

const Reload = (): ReactNode => {
  const words = useTexts(WORDS)
  return (
    <div className="notice bad corner" role="alert">
      <Icon name="warn" />
      <span>{words.partBroke}</span>
      <button type="button" className="link" onClick={() => location.reload()}>
        {words.reload}
      </button>
    </div>
  )
}

export class Safely extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError = (): { isBroken: boolean } => ({ isBroken: true })
  override render(): ReactNode {
    return this.state.isBroken ? <Reload /> : this.props.children
  }
}
