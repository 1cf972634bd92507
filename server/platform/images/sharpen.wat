;; The loops of sharpen.ts, which works on one row after the other. Each takes 16 pixels at a time, and its last step may read
;; and write up to 16 pixels beyond the end of a row. After a change: node tools/build-sharpen.ts
(module
  (memory (export "memory") 1)

  ;; In 256ths of the summed difference between a pixel and the nine around it.
  (global $amount v128 (v128.const i16x8 10 10 10 10 10 10 10 10))
  ;; Anything below is grain or smooth sky, which sharpening would only roughen.
  (global $threshold v128 (v128.const i16x8 40 40 40 40 40 40 40 40))
  ;; The most a pixel changes: strong edges are already crisp, and more would add a halo.
  (global $maxChange v128 (v128.const i16x8 20 20 20 20 20 20 20 20))

  ;; Writes the lightness, (red + 2 × green + blue) / 4, of a row of RGB pixels.
  (func (export "readLight") (param $rgb i32) (param $light i32) (param $width i32)
    (local $end i32) (local $p v128) (local $q v128) (local $r v128)
    (local $red v128) (local $green v128) (local $blue v128)
    (local.set $end (i32.add (local.get $light) (local.get $width)))
    (loop $next
      (local.set $p (v128.load (local.get $rgb)))
      (local.set $q (v128.load offset=16 (local.get $rgb)))
      (local.set $r (v128.load offset=32 (local.get $rgb)))
      ;; Every third byte of the 48: first from the first two vectors, then the rest from the third.
      (local.set $red
        (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 17 20 23 26 29
          (i8x16.shuffle 0 3 6 9 12 15 18 21 24 27 30 0 0 0 0 0 (local.get $p) (local.get $q))
          (local.get $r)))
      (local.set $green
        (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 18 21 24 27 30
          (i8x16.shuffle 1 4 7 10 13 16 19 22 25 28 31 0 0 0 0 0 (local.get $p) (local.get $q))
          (local.get $r)))
      (local.set $blue
        (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 16 19 22 25 28 31
          (i8x16.shuffle 2 5 8 11 14 17 20 23 26 29 0 0 0 0 0 0 (local.get $p) (local.get $q))
          (local.get $r)))
      (v128.store (local.get $light)
        (i8x16.narrow_i16x8_u
          (i16x8.shr_u
            (i16x8.add
              (i16x8.add (i16x8.extend_low_i8x16_u (local.get $red)) (i16x8.extend_low_i8x16_u (local.get $blue)))
              (i16x8.shl (i16x8.extend_low_i8x16_u (local.get $green)) (i32.const 1)))
            (i32.const 2))
          (i16x8.shr_u
            (i16x8.add
              (i16x8.add (i16x8.extend_high_i8x16_u (local.get $red)) (i16x8.extend_high_i8x16_u (local.get $blue)))
              (i16x8.shl (i16x8.extend_high_i8x16_u (local.get $green)) (i32.const 1)))
            (i32.const 2))))
      (local.set $rgb (i32.add (local.get $rgb) (i32.const 48)))
      (local.set $light (i32.add (local.get $light) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $light) (local.get $end)))))

  ;; What to add to eight pixels, the first of which is one to the right of the given addresses.
  (func $change (param $above i32) (param $middle i32) (param $below i32) (result v128)
    (local $contrast v128)
    (local.set $contrast
      (i16x8.sub
        (i16x8.mul (v128.load8x8_u offset=1 (local.get $middle)) (v128.const i16x8 9 9 9 9 9 9 9 9))
        (i16x8.add
          (i16x8.add (call $threeAcross (local.get $above)) (call $threeAcross (local.get $middle)))
          (call $threeAcross (local.get $below)))))
    (v128.and
      (i16x8.ge_s (i16x8.abs (local.get $contrast)) (global.get $threshold))
      (i16x8.max_s (i16x8.neg (global.get $maxChange))
        (i16x8.min_s (global.get $maxChange)
          (i16x8.shr_s (i16x8.mul (local.get $contrast) (global.get $amount)) (i32.const 8))))))

  (func $threeAcross (param $light i32) (result v128)
    (i16x8.add
      (i16x8.add (v128.load8x8_u (local.get $light)) (v128.load8x8_u offset=1 (local.get $light)))
      (v128.load8x8_u offset=2 (local.get $light))))

  ;; Sharpens a row of RGB pixels in place, all but the first and the last. The lightness is that of this row and its neighbours.
  (func (export "sharpenRow") (param $rgb i32) (param $above i32) (param $middle i32) (param $below i32) (param $width i32)
    (local $end i32) (local $last i32) (local $kept i32)
    (local $low v128) (local $high v128) (local $up v128) (local $down v128)
    (local.set $end (i32.sub (i32.add (local.get $middle) (local.get $width)) (i32.const 2)))
    (local.set $last (i32.add (local.get $rgb) (i32.mul (i32.sub (local.get $width) (i32.const 1)) (i32.const 3))))
    (local.set $kept (i32.load (local.get $last)))
    (local.set $rgb (i32.add (local.get $rgb) (i32.const 3)))
    (loop $next
      (local.set $low (call $change (local.get $above) (local.get $middle) (local.get $below)))
      (local.set $high
        (call $change
          (i32.add (local.get $above) (i32.const 8))
          (i32.add (local.get $middle) (i32.const 8))
          (i32.add (local.get $below) (i32.const 8))))
      ;; Bytes that are added and subtracted without wrapping round have no sign: what goes up and what goes down, apart.
      (local.set $up (i8x16.narrow_i16x8_u (local.get $low) (local.get $high)))
      (local.set $down (i8x16.narrow_i16x8_u (i16x8.neg (local.get $low)) (i16x8.neg (local.get $high))))
      (v128.store (local.get $rgb)
        (i8x16.sub_sat_u
          (i8x16.add_sat_u (v128.load (local.get $rgb))
            (i8x16.shuffle 0 0 0 1 1 1 2 2 2 3 3 3 4 4 4 5 (local.get $up) (local.get $up)))
          (i8x16.shuffle 0 0 0 1 1 1 2 2 2 3 3 3 4 4 4 5 (local.get $down) (local.get $down))))
      (v128.store offset=16 (local.get $rgb)
        (i8x16.sub_sat_u
          (i8x16.add_sat_u (v128.load offset=16 (local.get $rgb))
            (i8x16.shuffle 5 5 6 6 6 7 7 7 8 8 8 9 9 9 10 10 (local.get $up) (local.get $up)))
          (i8x16.shuffle 5 5 6 6 6 7 7 7 8 8 8 9 9 9 10 10 (local.get $down) (local.get $down))))
      (v128.store offset=32 (local.get $rgb)
        (i8x16.sub_sat_u
          (i8x16.add_sat_u (v128.load offset=32 (local.get $rgb))
            (i8x16.shuffle 10 11 11 11 12 12 12 13 13 13 14 14 14 15 15 15 (local.get $up) (local.get $up)))
          (i8x16.shuffle 10 11 11 11 12 12 12 13 13 13 14 14 14 15 15 15 (local.get $down) (local.get $down))))
      (local.set $rgb (i32.add (local.get $rgb) (i32.const 48)))
      (local.set $above (i32.add (local.get $above) (i32.const 16)))
      (local.set $middle (i32.add (local.get $middle) (i32.const 16)))
      (local.set $below (i32.add (local.get $below) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $middle) (local.get $end))))
    (i32.store (local.get $last) (local.get $kept))))
