// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CCurl

/// Owner of a multi handle. All calls but `wakeUp` are made on the transport's thread.
@safe final class CurlMulti: @unchecked Sendable {  // one thread, but for curl_multi_wakeup
    private let handle: OpaquePointer?

    init() {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        unsafe handle = OpaquePointer(curl_multi_init())
        unsafe _ = ccurl_multi_set_long(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, 8)
    }

    deinit { unsafe curl_multi_cleanup(pointer) }

    private var pointer: UnsafeMutableRawPointer? { unsafe handle.map { unsafe UnsafeMutableRawPointer($0) } }

    func wakeUp() { unsafe curl_multi_wakeup(pointer) }

    func add(_ easy: UnsafeMutableRawPointer) { unsafe curl_multi_add_handle(pointer, easy) }

    func remove(_ easy: UnsafeMutableRawPointer) { unsafe curl_multi_remove_handle(pointer, easy) }

    /// Moves all transfers on; returns those that ended, by handle address, with curl's result.
    func perform() -> [(key: UInt, result: CURLcode)] {
        var running: Int32 = 0
        unsafe curl_multi_perform(pointer, &running)
        var ended: [(key: UInt, result: CURLcode)] = []
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(pointer, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe ccurl_message_handle(message) else {
                continue
            }
            ended.append((UInt(bitPattern: easy), unsafe ccurl_message_result(message)))
        }
        return ended
    }

    /// Sleeps until a socket is ready, a curl timer is due, or `wakeUp` is called.
    func wait() { unsafe curl_multi_poll(pointer, nil, 0, 60_000, nil) }
}
