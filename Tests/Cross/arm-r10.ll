; A mistake of LLVM's on 32-bit ARM: see docs/dev/decisions/arm-r10.md.
;
;     clang --target=armv7-linux-gnueabihf -O2 -S -o - arm-r10.ll
;
; makes "ldm r10!, {r0, r1, r2}; bx lr". r10 is where swiftcc passes self, and the caller relies on it after the call.
define swiftcc { i32, i32, i32 } @three(ptr swiftself %self) minsize optsize {
  %second = getelementptr i8, ptr %self, i32 4
  %third = getelementptr i8, ptr %self, i32 8
  %a = load i32, ptr %self
  %b = load i32, ptr %second
  %c = load i32, ptr %third
  %with_a = insertvalue { i32, i32, i32 } undef, i32 %a, 0
  %with_b = insertvalue { i32, i32, i32 } %with_a, i32 %b, 1
  %with_c = insertvalue { i32, i32, i32 } %with_b, i32 %c, 2
  ret { i32, i32, i32 } %with_c
}
