/* The yardstick of bench/variants.ts: the same cascade written by hand on libvips, with no Node and no JavaScript.
 * Arguments: a folder for the results, then the photos. For each: one decode scaled on load, large, medium and thumb each
 * made of the one before over pixels in memory, a light sharpening, baseline JPEG at quality 80. */
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <vips/vips.h>

static void check(int failed, const char *what) {
  if (failed) vips_error_exit("%s", what);
}

/* As sharp chooses it, so that both decode the same number of pixels. */
static int shrink_on_load(double shrink) {
  int factor = shrink >= 8 ? 8 : shrink >= 4 ? 4 : shrink >= 2 ? 2 : 1;
  return factor > 1 && (int) shrink == factor ? factor / 2 : factor;
}

static VipsImage *in_memory(VipsImage *image) {
  VipsImage *memory = vips_image_copy_memory(image);
  check(memory == NULL, "memory");
  g_object_unref(image);
  return memory;
}

static VipsImage *fit(VipsImage *image, int edge) {
  double scale = edge / (double) VIPS_MAX(image->Xsize, image->Ysize);
  VipsImage *resized;
  if (scale >= 1) {
    g_object_ref(image);
    return image;
  }
  check(vips_resize(image, &resized, rint(image->Xsize * scale) / image->Xsize, "vscale",
                    rint(image->Ysize * scale) / image->Ysize, NULL), "resize");
  return in_memory(resized);
}

static VipsImage *fill_square(VipsImage *image, int edge) {
  double scale = edge / (double) VIPS_MIN(image->Xsize, image->Ysize);
  VipsImage *resized, *cropped;
  check(vips_resize(image, &resized, scale, NULL), "resize");
  resized = in_memory(resized);
  check(vips_smartcrop(resized, &cropped, edge, edge, "interesting", VIPS_INTERESTING_ATTENTION, NULL), "crop");
  g_object_unref(resized);
  return in_memory(cropped);
}

static void save(VipsImage *image, VipsImage *kernel, const char *folder, int photo, const char *size) {
  char path[4096];
  VipsImage *sharpened;
  snprintf(path, sizeof path, "%s/%d-%s.jpg", folder, photo, size);
  check(vips_conv(image, &sharpened, kernel, "precision", VIPS_PRECISION_INTEGER, NULL), "sharpen");
  check(vips_jpegsave(sharpened, path, "Q", 80, "optimize_coding", TRUE, "strip", TRUE, NULL), "save");
  g_object_unref(sharpened);
}

int main(int argc, char **argv) {
  if (VIPS_INIT(argv[0])) vips_error_exit(NULL);
  if (argc == 2 && g_str_equal(argv[1], "--version")) {
    printf("%s\n", vips_version_string());
    return 0;
  }
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  VipsImage *kernel = vips_image_new_matrixv(3, 3, -1.0, -1.0, -1.0, -1.0, 32.0, -1.0, -1.0, -1.0, -1.0);
  vips_image_set_double(kernel, "scale", 24);

  for (int photo = 2; photo < argc; photo++) {
    VipsImage *header, *decoded, *upright, *large, *medium, *thumb;
    check(vips_jpegload(argv[photo], &header, NULL), "header");
    double shrink = VIPS_MAX(header->Xsize, header->Ysize) / 2400.0;
    g_object_unref(header);
    check(vips_jpegload(argv[photo], &decoded, "access", VIPS_ACCESS_SEQUENTIAL, "shrink", shrink_on_load(shrink), NULL),
          "decode");
    large = fit(decoded, 2400);
    check(vips_autorot(large, &upright, NULL), "orientation");
    g_object_unref(large);
    large = in_memory(upright);
    medium = fit(large, 1200);
    thumb = fill_square(medium, 300);
    save(large, kernel, argv[1], photo, "large");
    save(medium, kernel, argv[1], photo, "medium");
    save(thumb, kernel, argv[1], photo, "thumb");
    g_object_unref(thumb);
    g_object_unref(medium);
    g_object_unref(large);
    g_object_unref(decoded);
  }
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  printf("{\"cpuSeconds\":%f,\"peakBytes\":%ld}\n",
         used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6,
         used.ru_maxrss * 1024);
  vips_shutdown();
  return 0;
}
