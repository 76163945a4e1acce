type Labels = Record<string, string>;

interface Family {
  help: string;
  type: 'counter' | 'gauge';
  values: Map<string, number>;
}

/** Counters of one gateway, in the text format of Prometheus. */
export class Metrics {
  readonly #families = new Map<string, Family>([
    ['gateway_requests_total', counter('Answered requests, by route and status.')],
    ['gateway_shop_calls_total', counter('Calls to the shop, by function and result.')],
    ['gateway_shop_call_seconds_total', counter('Seconds that calls to the shop took, by function.')],
    ['gateway_swept_orders_total', counter('Orders that were begun, left and removed.')],
  ]);
  readonly #gauges = new Map<string, { help: string; read: () => number }>();

  count(name: string, labels: Labels, by = 1): void {
    const family = this.#families.get(name);
    if (!family) throw new Error(`no metric ${name}`);
    const key = printLabels(labels);
    family.values.set(key, (family.values.get(key) ?? 0) + by);
  }

  /** A value that is read whenever the metrics are. */
  gauge(name: string, help: string, read: () => number): void {
    this.#gauges.set(name, { help, read });
  }

  print(): string {
    const counters = [...this.#families].map(([name, { help, type, values }]) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...[...values].map(([labels, value]) => `${name}${labels} ${value}`),
      ].join('\n'),
    );
    const gauges = [...this.#gauges].map(
      ([name, { help, read }]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${read()}`,
    );
    return `${[...counters, ...gauges].join('\n')}\n`;
  }
}

const counter = (help: string): Family => ({ help, type: 'counter', values: new Map() });

/** Every label is one of a fixed set of words, so none needs escaping. */
function printLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}
