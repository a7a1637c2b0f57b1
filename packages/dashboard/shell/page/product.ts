import { version } from '../../package.json'

/** Product name, version and the changelog, whose address is relative to the dashboard's URL. */
export const product = {
  name: 'Coffer',
  version: `v${version}`,
  releases: 'docs/changelog.html',
} as const
