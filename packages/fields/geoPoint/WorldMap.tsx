import { geoEquirectangular, geoPath } from 'd3-geo'
import type { PointerEvent } from 'react'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import land from 'world-atlas/land-110m.json'
import styles from './GeoPoint.module.css'
import type { GeoPoint } from './GeoPoint.ts'

// One unit is one degree. The types of a JSON module are wider than a topology's.
const topology = land as unknown as Topology<{ land: GeometryCollection }>
const projection = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
const outline = geoPath(projection).digits(1)(feature(topology, topology.objects.land)) ?? ''

interface WorldMapProps {
  /** The draft values, which can be unfinished. */
  lon: unknown
  lat: unknown
  onPick: (point: GeoPoint) => void
}

const isWithin = (value: unknown, limit: number): value is number => typeof value === 'number' && Math.abs(value) <= limit

/** A plain outline of the continents, on which a pointer picks a place. The inputs beside it do the same by keyboard. */
export function WorldMap({ lon, lat, onPick }: WorldMapProps) {
  const pick = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    // A pixel is about a degree, so one decimal is as precise as a pointer.
    const degrees = (share: number, limit: number) => Number(Math.max(-limit, Math.min(limit, share * limit)).toFixed(1)) + 0
    onPick({
      lon: degrees(((clientX - left) / width) * 2 - 1, 180),
      lat: degrees(1 - ((clientY - top) / height) * 2, 90),
    })
  }
  return (
    <svg viewBox="-180 -90 360 180" className={styles.world} aria-hidden="true" onPointerUp={pick}>
      <path d={outline} className={styles.land} />
      <path d="M-180,0H180M0,-90V90" className={styles.lines} />
      {isWithin(lon, 180) && isWithin(lat, 90) && <circle cx={lon} cy={-lat} r="4" className={styles.place} />}
    </svg>
  )
}
