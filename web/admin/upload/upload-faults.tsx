import type { ReactNode } from "react";
import type { UploadError } from "../../../contract/uploads.ts";

type Fault = { title: string; icon: ReactNode /** If the server sends none. */; suggestion: string };

/** The seven ways an upload can fail. */
export const uploadFaults: Record<UploadError["error_type"], Fault> = {
  VARIANT_GENERATION_ERROR: {
    title: "The smaller versions could not be created",
    icon: drawing("M2.5 3.5h7v7h-7Zm7 4h4v5h-6v-2M4 9l2-2.5L7.5 8"),
    suggestion: "Choose Retry. If it fails again, re-export the photo and upload that file.",
  },
  DIRECTORY_CREATION_ERROR: {
    title: "A folder could not be created on the server",
    icon: drawing("M2 4.5h4l1.3 1.5H14v7H2ZM8 8v3m-1.5-1.5h3"),
    suggestion: "Check that the server can write to its data folder, then choose Retry.",
  },
  FILE_STORAGE_ERROR: {
    title: "The file could not be stored",
    icon: drawing(
      "M3 4c0-1.1 2.2-2 5-2s5 .9 5 2-2.2 2-5 2-5-.9-5-2Zm0 0v8c0 1.1 2.2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.2 2 5 2s5-.9 5-2",
    ),
    suggestion: "Choose Retry. If it fails again, check the server log.",
  },
  PERMISSION_ERROR: {
    title: "The server has no permission to write",
    icon: drawing("M3.5 7.5h9v6h-9Zm2-.2V5a2.5 2.5 0 0 1 5 0v2.3M8 10v1.5"),
    suggestion: "Allow the server's user to write to its data folder, then choose Retry.",
  },
  DISK_SPACE_ERROR: {
    title: "The server's disk is full",
    icon: drawing("M2 9.5h12v4H2Zm0 0 2-7h8l2 7M11.5 11.5h.01M4.5 11.5h4"),
    suggestion: "Free some space, for example by emptying the trash, then choose Retry.",
  },
  UPLOAD_ERROR: {
    title: "The file was not accepted",
    icon: drawing("M4 1.5h5l3 3v10H4ZM9 1.5v3h3M6.3 7.8l3.4 3.4m0-3.4-3.4 3.4"),
    suggestion: "Choose another file, or re-export the photo.",
  },
  NETWORK_ERROR: {
    title: "The connection was lost",
    icon: drawing("M2 6.5a9 9 0 0 1 12 0M4.2 9a5.8 5.8 0 0 1 7.6 0M6.4 11.4a2.4 2.4 0 0 1 3.2 0M2.5 2.5l11 11"),
    suggestion: "Check your connection, then choose Retry.",
  },
};

function drawing(path: string): ReactNode {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      aria-hidden="true"
    >
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
