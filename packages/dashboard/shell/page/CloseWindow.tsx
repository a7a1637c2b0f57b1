import { Button } from '@coffer/ui'
import { useState } from 'react'

/** Closes the window, or says that the browser leaves that to the reader. */
export function CloseWindow() {
  const [isRefused, setRefused] = useState(false)
  const close = () => {
    window.close()
    setRefused(true)
  }
  return (
    <>
      <Button block={true} onClick={close}>
        Close
      </Button>
      <p role="status">{isRefused && 'You can close this window now.'}</p>
    </>
  )
}
