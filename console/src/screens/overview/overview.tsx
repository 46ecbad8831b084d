/** The first screen of the day. */
import type { ReactNode } from 'react'
import { Page } from '../../parts/page.tsx'

const Overview = (): ReactNode => <Page title="Overview">x</Page>
export default Overview
