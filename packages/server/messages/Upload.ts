/** An uploaded file in a temporary folder of the main thread. */
export interface Upload {
  field: string
  /** Whether it comes before the files that its field already has. */
  isFirst?: true
  /** File name from the client. */
  name: string
  /** Empty for a file beyond the number of its field: it is only counted. */
  path: string
  size: number
}
