import { Button, Popover } from '@coffer/ui'
import { Fragment, useRef, useState } from 'react'
import styles from '../options/options.module.css'

const formats: readonly (readonly [format: string, meaning: string])[] = [
  ['WxH', 'crop to width × height from the center'],
  ['WxHt', 'crop to width × height from the top'],
  ['WxHb', 'crop to width × height from the bottom'],
  ['WxHf', 'fit inside width × height without cropping'],
  ['0xH', 'resize to the height, keep the aspect ratio'],
  ['Wx0', 'resize to the width, keep the aspect ratio'],
]

/** Explains the formats of thumbnail sizes. */
export function ThumbFormats() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Supported formats
      </Button>
      <Popover open={isOpen} onClose={() => setOpen(false)} label="Supported formats" anchor={button} isNarrow={true}>
        <dl className={styles.formats}>
          {formats.map(([format, meaning]) => (
            <Fragment key={format}>
              <dt>{format}</dt>
              <dd>{meaning}</dd>
            </Fragment>
          ))}
        </dl>
      </Popover>
    </>
  )
}
