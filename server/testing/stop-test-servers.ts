import { afterEach } from "vitest";
import { stopTestServers } from "./start-test-server.ts";

// Test files share their worker's modules, so a hook in one of those would be the first file's alone.
afterEach(stopTestServers);
