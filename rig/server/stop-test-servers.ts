// First, so that the server finds it.
import "./remember-hashes.ts";
import { afterAll, afterEach } from "vitest";
import { stopSharedServer, stopTestServers } from "./start-test-server.ts";

// Test files share their worker's modules, so a hook in a shared module would run for the first file only.
afterEach(stopTestServers);
afterAll(stopSharedServer);
