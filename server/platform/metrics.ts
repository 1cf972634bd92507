type Labels = Record<string, string | number>;
type Series = {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  lines(): string[] | Promise<string[]>;
};

const LATENCY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type RequestLabels = { method: string; route: string; status: number };

/** Metrics for an operator, in the text format of Prometheus. */
export type Metrics = {
  countRequest(request: RequestLabels & { seconds: number }): void;
  /** Counts requests with the same labels. They are looked up once, which shows in how many pictures are sent a second. */
  requestCounter(labels: RequestLabels): (seconds: number) => void;
  countJob(result: "done" | "failed"): void;
  countStorageError(kind: string): void;
  /** A value that is read on each scrape, such as the length of a queue. */
  watch(name: string, help: string, read: () => Promise<{ labels?: Labels; value: number }[]>): void;
  text(): Promise<string>;
};

export function createMetrics(): Metrics {
  const requests = counter("vitrine_http_requests_total", "Handled requests");
  const latencies = histogram("vitrine_http_request_duration_seconds", "Time to respond to a request");
  const jobs = counter("vitrine_jobs_total", "Finished background jobs");
  const storageErrors = counter("vitrine_storage_errors_total", "Failed storage operations");
  const all: Series[] = [requests, latencies, jobs, storageErrors, memory()];
  const requestCounter: Metrics["requestCounter"] = ({ method, route, status }) => {
    const counted = requests.of(`${method} ${route} ${status}`, () => ({ method, route, status }));
    const times = latencies.of(route, () => ({ route }));
    return (seconds) => {
      counted.value++;
      observe(times, seconds);
    };
  };
  return {
    countRequest: ({ seconds, ...labels }) => requestCounter(labels)(seconds),
    requestCounter,
    countJob: (result) => {
      jobs.of(result, () => ({ result })).value++;
    },
    countStorageError: (kind) => {
      storageErrors.of(kind, () => ({ kind })).value++;
    },
    watch: (name, help, read) => {
      all.push({
        name,
        help,
        type: "gauge",
        lines: async () => (await read()).map(({ labels = {}, value }) => line(name, labels, value)),
      });
    },
    text: async () => (await Promise.all(all.map(describe))).join(""),
  };
}

/** Entries by a key of their labels. Labels are only built for a new entry, because this runs for every picture. */
function entriesBy<Entry>(make: (labels: Labels) => Entry) {
  const entries = new Map<string, Entry>();
  return {
    all: () => [...entries.values()],
    of(key: string, labels: () => Labels): Entry {
      let entry = entries.get(key);
      if (!entry) {
        entry = make(labels());
        entries.set(key, entry);
      }
      return entry;
    },
  };
}

function counter(name: string, help: string) {
  const { all, of } = entriesBy((labels) => ({ labels, value: 0 }));
  const lines = () => all().map(({ labels, value }) => line(name, labels, value));
  return { name, help, type: "counter" as const, of, lines };
}

type Latencies = { labels: Labels; buckets: number[]; sum: number; count: number };

function histogram(name: string, help: string) {
  const buckets = () => LATENCY_BUCKETS_SECONDS.map(() => 0);
  const { all, of } = entriesBy((labels): Latencies => ({ labels, buckets: buckets(), sum: 0, count: 0 }));
  const lines = () =>
    all().flatMap(({ labels, buckets, sum, count }) => {
      let below = 0;
      return [
        ...LATENCY_BUCKETS_SECONDS.map((bound, index) => {
          below += buckets[index] ?? 0;
          return line(`${name}_bucket`, { ...labels, le: bound }, below);
        }),
        line(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
        line(`${name}_sum`, labels, sum),
        line(`${name}_count`, labels, count),
      ];
    });
  return { name, help, type: "histogram" as const, of, lines };
}

function observe(latencies: Latencies, seconds: number): void {
  const bucket = LATENCY_BUCKETS_SECONDS.findIndex((bound) => seconds <= bound);
  if (bucket >= 0) latencies.buckets[bucket] = (latencies.buckets[bucket] ?? 0) + 1;
  latencies.sum += seconds;
  latencies.count++;
}

function memory(): Series {
  const name = "vitrine_memory_bytes";
  return {
    name,
    help: "Resident memory of the server process",
    type: "gauge",
    lines: () => [line(name, {}, process.memoryUsage.rss())],
  };
}

async function describe({ name, help, type, lines }: Series): Promise<string> {
  try {
    const values = (await lines()).map((text) => `${text}\n`).join("");
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values}`;
  } catch {
    // The database is down, say: a missing series is an alarm of its own, and the others must still be readable.
    return "";
  }
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

const escapeLabel = (text: string) => text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
