import { FieldFrame } from '@coffer/ui'
import { MapPin } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import { isObject } from '../isObject.ts'
import { useTypedNumber } from '../number/browser/useTypedNumber.ts'
import { NumberControl } from '../number/NumberControl.tsx'
import { validateNumberText } from '../number/typedNumber.ts'
import type { InputProps } from '../viewContract.ts'
import styles from './GeoPoint.module.css'

const WorldMap = lazy(async () => ({ default: (await import('./WorldMap.tsx')).WorldMap }))

interface CoordinateProps {
  label: string
  value: unknown
  /** Degrees on both sides of 0. */
  limit: number
  onChange: (value: unknown) => void
}

function Coordinate({ label, value, limit, onChange }: CoordinateProps) {
  const limits = { min: -limit, max: limit }
  const typed = useTypedNumber(value, limits, onChange)
  return (
    <FieldFrame label={label} error={validateNumberText(typed.settled)?.message}>
      {({ control }) => <NumberControl {...control} {...limits} typed={typed} />}
    </FieldFrame>
  )
}

/** Two numbers, and a map that sets both roughly. */
export function Input({ field, value, error, onChange }: InputProps) {
  const { lon, lat } = isObject(value) ? value : { lon: 0, lat: 0 }
  return (
    <InputFrame
      field={field}
      icon={MapPin}
      as="group"
      error={error}
      help="In degrees: north and east are positive. Click the map for a rough place."
    >
      {() => (
        <div className={styles.point}>
          <Coordinate label="Latitude" value={lat} limit={90} onChange={changed => onChange({ lon, lat: changed })} />
          <Coordinate label="Longitude" value={lon} limit={180} onChange={changed => onChange({ lon: changed, lat })} />
          <div className={styles.map}>
            <Suspense>
              <WorldMap lon={lon} lat={lat} onPick={onChange} />
            </Suspense>
          </div>
        </div>
      )}
    </InputFrame>
  )
}
