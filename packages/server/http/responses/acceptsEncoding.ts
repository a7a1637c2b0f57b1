/** Whether an `Accept-Encoding` header accepts an encoding by name. */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean =>
  header !== undefined && new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))|,|$)`).test(header)
