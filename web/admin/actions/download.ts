import { useMutation } from "@tanstack/react-query";
import type { downloadQuickCollection } from "../../../contract/curation.ts";
import type { downloadLibrary } from "../../../contract/export.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";

export function useDownload(endpoint: typeof downloadLibrary | typeof downloadQuickCollection) {
  const toast = useToast();
  return useMutation({
    mutationFn: () => call(endpoint),
    // An attachment: the page stays, and the browser shows the download's progress.
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The download could not be prepared") }),
  });
}
