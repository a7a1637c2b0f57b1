/** Maximum characters that are retained of an output, the last ones, and of an error of code, the first ones. */
export const maxTextLength = 16 * 1024
