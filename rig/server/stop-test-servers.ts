import { afterEach } from "vitest";
import { stopTestServers } from "./start-test-server.ts";

// Test files share their worker's modules, so a hook in a shared module would run for the first file only.
afterEach(stopTestServers);
