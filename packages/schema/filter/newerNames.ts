/** The name of submitted values in PocketBase 0.23 and later. */
export const requestBodyName = /^@request\.body(?:\.|$)/

/** The other names that PocketBase 0.23 and later added to filters. */
export const newerName = /^@(?:yesterday|tomorrow)$|:(?:lower|changed)$/
