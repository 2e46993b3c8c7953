import type { DayCount } from './visits.ts'
import './day-chart.css'

interface DayChartProps {
  /** What is counted: `Views`. */
  readonly label: string
  readonly days: readonly DayCount[]
}

const [width, height] = [720, 160]
const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** One bar for each day, and the same figures as a table. */
export function DayChart({ label, days }: DayChartProps) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const step = width / days.length
  const sum = days.reduce((all, { count }) => all + count, 0)
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const peak = sum === 0 ? 'none' : `at most ${most} on a day`
  const when = `from ${say(first)} to ${say(last)}`
  return (
    <figure className="day-chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${label} by day, ${when}: ${sum} in all, ${peak}`}
      >
        <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
        {days.map(({ day, count }, at) => {
          const tall = (count / most) * (height - 8)
          return (
            <rect
              key={day}
              x={at * step + step * 0.15}
              y={height - tall}
              width={step * 0.7}
              height={tall}
              rx={Math.min(2, step * 0.2)}
            />
          )
        })}
      </svg>
      <div className="day-chart-ends" aria-hidden="true">
        <span>{say(first)}</span>
        <span>{peak}</span>
        <span>{say(last)}</span>
      </div>
      <details>
        <summary>As a table</summary>
        <div className="day-chart-table">
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">{label}</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, count }) => (
                <tr key={day}>
                  <th scope="row">{say(day)}</th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

function say(day: string): string {
  return day === '' ? '' : format.format(new Date(`${day}T00:00:00Z`))
}
