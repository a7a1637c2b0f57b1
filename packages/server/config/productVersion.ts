import manifest from '../package.json' with { type: 'json' }

/** Returns the version of this server, as its package states it. */
export const productVersion = (): string => manifest.version
